-- AlterTable
ALTER TABLE "Comment" ADD COLUMN     "nodePreview" TEXT;
