-- AlterTable
ALTER TABLE "ApiToken" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "ChangeRequest" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Collection" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Comment" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "CommentReply" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Grant" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Invite" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Member" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "RequestedReviewer" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Team" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "TeamMember" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- A version is raised by whatever changes the row, so that no operation can forget it. Counters and what a node notes for
-- itself are left out: somebody who posts a comment does not make the edit of a space's title stale.
DO $$
DECLARE
  versioned RECORD;
  kept TEXT;
BEGIN
  FOR versioned IN
    SELECT * FROM (VALUES
      ('ApiToken', ARRAY['lastUsedAt']),
      ('ChangeRequest', ARRAY['commentsOpen']),
      ('Collection', ARRAY[]::TEXT[]),
      ('Comment', ARRAY['replyCount', 'reactionCount']),
      ('CommentReply', ARRAY['reactionCount']),
      ('Grant', ARRAY[]::TEXT[]),
      ('Invite', ARRAY[]::TEXT[]),
      ('Member', ARRAY['lastSeenAt']),
      ('Organization', ARRAY[]::TEXT[]),
      ('RequestedReviewer', ARRAY[]::TEXT[]),
      ('Space', ARRAY['commentsOpen', 'changeRequestsTotal', 'changeRequestsOpen', 'changeRequestsDraft', 'lastNumber', 'indexVersion']),
      ('Team', ARRAY[]::TEXT[]),
      ('TeamMember', ARRAY[]::TEXT[]),
      ('User', ARRAY[]::TEXT[]),
      ('Webhook', ARRAY['failures', 'since'])
    ) AS t(name, counters)
  LOOP
    SELECT coalesce(string_agg(format('changed.%1$I := OLD.%1$I;', counter), ' '), '') INTO kept
      FROM unnest(versioned.counters || 'version'::TEXT) AS counter;
    EXECUTE format(
      'CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $f$
       DECLARE changed %2$I := NEW;
       BEGIN
         %3$s
         NEW."version" := CASE WHEN changed IS DISTINCT FROM OLD THEN OLD."version" + 1 ELSE OLD."version" END;
         RETURN NEW;
       END $f$',
      'raise_version_of_' || lower(versioned.name), versioned.name, kept);
    EXECUTE format(
      'CREATE TRIGGER "raise_version" BEFORE UPDATE ON %1$I FOR EACH ROW EXECUTE FUNCTION %2$I()',
      versioned.name, 'raise_version_of_' || lower(versioned.name));
  END LOOP;
END $$;
