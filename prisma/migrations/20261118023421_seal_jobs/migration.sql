-- AlterTable
ALTER TABLE "QueuedJob" ADD COLUMN     "sealed" TEXT;
