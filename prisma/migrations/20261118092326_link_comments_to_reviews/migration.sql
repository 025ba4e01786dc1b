-- AlterTable
ALTER TABLE "Comment" ADD COLUMN     "partOfReviewId" TEXT COLLATE "C";

-- CreateIndex
-- locks: no comment has the new column yet, so the index is built from one scan, which takes a second for a million comments
CREATE INDEX "Comment_partOfReviewId_idx" ON "Comment"("partOfReviewId");

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_partOfReviewId_fkey" FOREIGN KEY ("partOfReviewId") REFERENCES "Review"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
