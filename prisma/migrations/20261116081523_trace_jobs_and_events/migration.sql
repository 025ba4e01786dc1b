-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "trace" TEXT;

-- AlterTable
ALTER TABLE "QueuedJob" ADD COLUMN     "requestId" TEXT COLLATE "C",
ADD COLUMN     "trace" TEXT;

-- AlterTable
ALTER TABLE "WebhookDelivery" ADD COLUMN     "trace" TEXT;
