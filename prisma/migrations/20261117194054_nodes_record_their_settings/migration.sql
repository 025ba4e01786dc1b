-- AlterTable
ALTER TABLE "Node" ADD COLUMN     "files" TEXT,
ADD COLUMN     "keys" TEXT[] DEFAULT ARRAY[]::TEXT[];
