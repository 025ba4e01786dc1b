-- AlterTable
ALTER TABLE "Invite" ADD COLUMN     "email" TEXT,
ADD COLUMN     "keyDigest" TEXT,
ADD COLUMN     "sso" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE UNIQUE INDEX "Invite_keyDigest_key" ON "Invite"("keyDigest");

-- CreateIndex
CREATE UNIQUE INDEX "Invite_organizationId_email_key" ON "Invite"("organizationId", "email");

-- Ids were keys until now. Links that were sent keep working: the digest of the old id becomes that of the key, the
-- invite gets a new id with the same time, and the log no longer holds the old one.
CREATE TEMPORARY TABLE "RenamedInvite" ON COMMIT DROP AS
  SELECT "id" AS "key", left("id", 17) || substr(md5(gen_random_uuid()::text), 1, 13) AS "id" FROM "Invite";

UPDATE "Invite" i SET "id" = r."id", "keyDigest" = encode(sha256(convert_to(r."key", 'UTF8')), 'hex')
  FROM "RenamedInvite" r WHERE i."id" = r."key";

UPDATE "Event" e SET "subject" = jsonb_set(e."subject", '{invite}', to_jsonb(r."id"))
  FROM "RenamedInvite" r WHERE e."subject" ->> 'invite' = r."key";

UPDATE "WebhookDelivery" d SET "body" = replace(d."body", r."key", r."id")
  FROM "RenamedInvite" r WHERE d."type" LIKE 'invite.%' AND position(r."key" IN d."body") > 0;
