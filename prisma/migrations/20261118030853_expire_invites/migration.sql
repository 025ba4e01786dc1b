-- AlterTable
ALTER TABLE "Invite" ADD COLUMN     "expiresAt" TIMESTAMPTZ(3),
ADD COLUMN     "mailedKeyDigest" TEXT;

-- CreateTable
CREATE TABLE "EndedInvite" (
    "digest" TEXT NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "isUsed" BOOLEAN NOT NULL,
    "endedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EndedInvite_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "EndedInvite_organizationId_idx" ON "EndedInvite"("organizationId");

-- CreateIndex
CREATE INDEX "EndedInvite_endedAt_idx" ON "EndedInvite"("endedAt");

-- CreateIndex
-- locks: an instance has few invites that were not accepted yet, so the index is built in milliseconds
CREATE UNIQUE INDEX "Invite_mailedKeyDigest_key" ON "Invite"("mailedKeyDigest");

-- AddForeignKey
ALTER TABLE "EndedInvite" ADD CONSTRAINT "EndedInvite_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
