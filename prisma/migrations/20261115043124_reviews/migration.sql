-- DropForeignKey
ALTER TABLE "ChangeRequest" DROP CONSTRAINT "ChangeRequest_spaceId_fkey";

-- AlterTable
ALTER TABLE "ChangeRequest" ADD COLUMN     "organizationId" TEXT COLLATE "C";

-- Those that are there belong to the organization of their space.
UPDATE "ChangeRequest" c SET "organizationId" = s."organizationId" FROM "Space" s WHERE s."id" = c."spaceId";

-- AlterTable
ALTER TABLE "ChangeRequest" ALTER COLUMN "organizationId" SET NOT NULL;

-- AlterTable
ALTER TABLE "Comment" ADD COLUMN     "reviewId" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "RequestedReviewer" (
    "changeRequestId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "requestedById" TEXT COLLATE "C" NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RequestedReviewer_pkey" PRIMARY KEY ("changeRequestId","userId")
);

-- CreateTable
CREATE TABLE "Review" (
    "id" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "changeRequestId" TEXT COLLATE "C" NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "reviewerId" TEXT COLLATE "C" NOT NULL,
    "requestedById" TEXT COLLATE "C",
    "status" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Review_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RequestedReviewer_userId_changeRequestId_idx" ON "RequestedReviewer"("userId", "changeRequestId");

-- CreateIndex
CREATE INDEX "Review_changeRequestId_id_idx" ON "Review"("changeRequestId", "id");

-- CreateIndex
CREATE INDEX "Review_spaceId_idx" ON "Review"("spaceId");

-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_id_idx" ON "ChangeRequest"("organizationId", "id");

-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_status_id_idx" ON "ChangeRequest"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_createdById_id_idx" ON "ChangeRequest"("organizationId", "createdById", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Comment_reviewId_key" ON "Comment"("reviewId");

-- CreateIndex
CREATE UNIQUE INDEX "Space_id_organizationId_key" ON "Space"("id", "organizationId");

-- AddForeignKey
ALTER TABLE "ChangeRequest" ADD CONSTRAINT "ChangeRequest_spaceId_organizationId_fkey" FOREIGN KEY ("spaceId", "organizationId") REFERENCES "Space"("id", "organizationId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "Review"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestedReviewer" ADD CONSTRAINT "RequestedReviewer_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestedReviewer" ADD CONSTRAINT "RequestedReviewer_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RequestedReviewer" ADD CONSTRAINT "RequestedReviewer_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_reviewerId_fkey" FOREIGN KEY ("reviewerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
