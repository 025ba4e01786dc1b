-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "providerSession" TEXT;
