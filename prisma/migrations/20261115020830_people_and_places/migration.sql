-- CreateEnum
CREATE TYPE "TeamRole" AS ENUM ('member', 'owner');

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "customHostname" TEXT,
ADD COLUMN     "defaultSiteId" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "iconURL" TEXT,
ADD COLUMN     "language" TEXT,
ADD COLUMN     "orderKey" TEXT COLLATE "C" NOT NULL DEFAULT 'V',
ADD COLUMN     "parentId" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "Collection" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "parentId" TEXT COLLATE "C",
    "title" TEXT NOT NULL,
    "description" TEXT,
    "defaultLevel" "DefaultLevel" DEFAULT 'inherit',
    "resolvedLevel" "DefaultLevel" DEFAULT 'inherit',
    "ancestorIds" TEXT[],
    "orderKey" TEXT COLLATE "C" NOT NULL DEFAULT 'V',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Invite" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "role" "Role",
    "level" "Role",
    "spaceId" TEXT COLLATE "C",
    "collectionId" TEXT COLLATE "C",
    "createdById" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Invite_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Grant" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "principalId" TEXT COLLATE "C" NOT NULL,
    "targetId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C",
    "teamId" TEXT COLLATE "C",
    "spaceId" TEXT COLLATE "C",
    "collectionId" TEXT COLLATE "C",
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Team" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "memberCount" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TeamMember" (
    "teamId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "role" "TeamRole" NOT NULL DEFAULT 'member',
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TeamMember_pkey" PRIMARY KEY ("teamId","userId")
);

-- CreateIndex
CREATE INDEX "Collection_organizationId_id_idx" ON "Collection"("organizationId", "id");

-- CreateIndex
CREATE INDEX "Collection_parentId_orderKey_id_idx" ON "Collection"("parentId", "orderKey", "id");

-- CreateIndex
CREATE INDEX "Collection_ancestorIds_idx" ON "Collection" USING GIN ("ancestorIds");

-- CreateIndex
CREATE INDEX "Invite_organizationId_id_idx" ON "Invite"("organizationId", "id");

-- CreateIndex
CREATE INDEX "Grant_principalId_targetId_idx" ON "Grant"("principalId", "targetId");

-- CreateIndex
CREATE INDEX "Grant_targetId_id_idx" ON "Grant"("targetId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Grant_targetId_principalId_key" ON "Grant"("targetId", "principalId");

-- CreateIndex
CREATE INDEX "Team_organizationId_id_idx" ON "Team"("organizationId", "id");

-- CreateIndex
CREATE INDEX "TeamMember_userId_teamId_idx" ON "TeamMember"("userId", "teamId");

-- CreateIndex
CREATE INDEX "Member_organizationId_joinedAt_id_idx" ON "Member"("organizationId", "joinedAt", "id");

-- CreateIndex
CREATE INDEX "Member_organizationId_lastSeenAt_id_idx" ON "Member"("organizationId", "lastSeenAt", "id");

-- CreateIndex
CREATE INDEX "Member_organizationId_role_joinedAt_id_idx" ON "Member"("organizationId", "role", "joinedAt", "id");

-- CreateIndex
CREATE INDEX "Space_parentId_orderKey_id_idx" ON "Space"("parentId", "orderKey", "id");

-- CreateIndex
CREATE INDEX "Space_deletedAt_idx" ON "Space"("deletedAt");

-- AddForeignKey
ALTER TABLE "Collection" ADD CONSTRAINT "Collection_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Collection" ADD CONSTRAINT "Collection_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Collection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invite" ADD CONSTRAINT "Invite_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invite" ADD CONSTRAINT "Invite_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invite" ADD CONSTRAINT "Invite_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "Collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invite" ADD CONSTRAINT "Invite_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "Collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Space" ADD CONSTRAINT "Space_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Collection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Team" ADD CONSTRAINT "Team_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TeamMember" ADD CONSTRAINT "TeamMember_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TeamMember" ADD CONSTRAINT "TeamMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Search over names and e-mail addresses, without case and accents. The function is immutable because it names the
-- dictionary that it uses, and RETURN binds it by identity; without both an index could not be built on it. It is slow as
-- functions go, tens of microseconds a call: its cost tells the planner to walk an index rather than to call it per row.
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE FUNCTION quire_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 500
  RETURN lower(unaccent('unaccent'::regdictionary, value));

-- Without a list of pending entries: people come seldom and are searched for often, and a long list makes the planner
-- leave the index alone until the next vacuum.
CREATE INDEX "User_search_idx" ON "User" USING gin (quire_fold("displayName" || ' ' || coalesce("email", '')) gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "Team_search_idx" ON "Team" USING gin (quire_fold("title") gin_trgm_ops) WITH (fastupdate = off);

-- What an organization is billed for, whether it is on trial, and whether it is blocked.
ALTER TABLE "Organization" ADD COLUMN     "billing" JSONB,
ADD COLUMN     "billingMigration" JSONB,
ADD COLUMN     "blockedReason" TEXT,
ADD COLUMN     "isOnNewTrial" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "trialDecision" TEXT,
ADD COLUMN     "trialEndDate" TIMESTAMPTZ(3);

-- No domains is an empty list: without a default it would be stored as null.
UPDATE "Organization" SET "emailDomains" = '{}' WHERE "emailDomains" IS NULL;
ALTER TABLE "Organization" ALTER COLUMN "emailDomains" SET DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "Organization_emailDomains_idx" ON "Organization" USING GIN ("emailDomains");

-- The audit log by what happened and by who did it.
CREATE INDEX "Event_organizationId_type_position_idx" ON "Event"("organizationId", "type", "position");
CREATE INDEX "Event_organizationId_actorId_position_idx" ON "Event"("organizationId", "actorId", "position");

-- Members by name: the list walks this index in order and looks each user up among the members.
CREATE INDEX "User_name_idx" ON "User" (quire_fold("displayName"), "id");

-- Places at the top of an organization, and what goes with a collection or a space when it is removed.
CREATE INDEX "Collection_organizationId_parentId_orderKey_id_idx" ON "Collection"("organizationId", "parentId", "orderKey", "id");
CREATE INDEX "Space_organizationId_parentId_orderKey_id_idx" ON "Space"("organizationId", "parentId", "orderKey", "id");
CREATE INDEX "Grant_spaceId_idx" ON "Grant"("spaceId");
CREATE INDEX "Grant_collectionId_idx" ON "Grant"("collectionId");
CREATE INDEX "Invite_spaceId_idx" ON "Invite"("spaceId");
CREATE INDEX "Invite_collectionId_idx" ON "Invite"("collectionId");

-- Deleting a collection again looks here for the first time; few rows, so the index is small.
CREATE INDEX "Event_deletedCollection_idx" ON "Event" (("subject" ->> 'collection')) WHERE "type" = 'collection.deleted';
