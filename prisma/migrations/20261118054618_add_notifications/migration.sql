-- CreateEnum
CREATE TYPE "NotificationKind" AS ENUM ('mention', 'reply', 'comment', 'review_requested', 'reviewed', 'merged', 'conflict', 'invited', 'git_failed', 'spec_failed');

-- CreateEnum
CREATE TYPE "NotificationStatus" AS ENUM ('unread', 'read', 'done');

-- AlterTable
ALTER TABLE "Preferences" ADD COLUMN     "inbox" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "Notification" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "number" BIGINT NOT NULL,
    "kind" "NotificationKind" NOT NULL,
    "status" "NotificationStatus" NOT NULL DEFAULT 'unread',
    "scopeId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "organizationId" TEXT COLLATE "C",
    "changeRequestId" TEXT COLLATE "C",
    "threadId" TEXT COLLATE "C" NOT NULL,
    "subjectId" TEXT COLLATE "C" NOT NULL,
    "actorId" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "mailAt" TIMESTAMPTZ(3),

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "NotificationInbox" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "lastNumber" BIGINT NOT NULL,
    "removedTo" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "NotificationInbox_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "NotificationCount" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "scopeId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "organizationId" TEXT COLLATE "C",
    "unread" INTEGER NOT NULL,

    CONSTRAINT "NotificationCount_pkey" PRIMARY KEY ("userId","scopeId")
);

-- CreateTable
CREATE TABLE "NotificationMute" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "targetId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "NotificationMute_pkey" PRIMARY KEY ("userId","targetId")
);

-- CreateTable
CREATE TABLE "NotificationCursor" (
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "userId" TEXT COLLATE "C",

    CONSTRAINT "NotificationCursor_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "MailStopCode" (
    "digest" TEXT NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailStopCode_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "Notification_userId_number_idx" ON "Notification"("userId", "number");

-- CreateIndex
CREATE INDEX "Notification_spaceId_idx" ON "Notification"("spaceId");

-- CreateIndex
CREATE INDEX "Notification_organizationId_idx" ON "Notification"("organizationId");

-- CreateIndex
CREATE INDEX "Notification_actorId_idx" ON "Notification"("actorId");

-- CreateIndex
CREATE INDEX "Notification_mailAt_idx" ON "Notification"("mailAt");

-- CreateIndex
CREATE INDEX "Notification_createdAt_idx" ON "Notification"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_userId_position_key" ON "Notification"("userId", "position");

-- CreateIndex
CREATE INDEX "NotificationCount_spaceId_idx" ON "NotificationCount"("spaceId");

-- CreateIndex
CREATE INDEX "NotificationCount_organizationId_idx" ON "NotificationCount"("organizationId");

-- CreateIndex
CREATE INDEX "NotificationMute_spaceId_idx" ON "NotificationMute"("spaceId");

-- CreateIndex
CREATE INDEX "MailStopCode_userId_idx" ON "MailStopCode"("userId");

-- CreateIndex
CREATE INDEX "MailStopCode_createdAt_idx" ON "MailStopCode"("createdAt");

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationInbox" ADD CONSTRAINT "NotificationInbox_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationCount" ADD CONSTRAINT "NotificationCount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationCount" ADD CONSTRAINT "NotificationCount_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationCount" ADD CONSTRAINT "NotificationCount_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationMute" ADD CONSTRAINT "NotificationMute_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationMute" ADD CONSTRAINT "NotificationMute_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationCursor" ADD CONSTRAINT "NotificationCursor_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MailStopCode" ADD CONSTRAINT "MailStopCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- People are told of what happens from now on.
INSERT INTO "NotificationCursor" ("organizationId", "position")
SELECT "organizationId", max("position") FROM "Event" GROUP BY "organizationId";
