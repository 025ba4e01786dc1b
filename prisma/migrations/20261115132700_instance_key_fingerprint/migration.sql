-- AlterTable
ALTER TABLE "InstanceKey" ADD COLUMN     "fingerprint" TEXT,
ADD COLUMN     "retired" TEXT,
ALTER COLUMN "key" DROP NOT NULL;
