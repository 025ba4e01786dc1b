-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "sealedIdToken" TEXT;
