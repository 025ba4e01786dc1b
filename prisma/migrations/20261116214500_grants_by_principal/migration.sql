-- The role of a viewer is looked up for every row of a list, by targets and principals. PostgreSQL preferred an index
-- with one of both columns, and compared all grants of a space with all teams of the viewer. Now only the unique index
-- ("targetId", "principalId") fits that lookup: the others have a condition that it does not have.
DROP INDEX "Grant_targetId_id_idx";
DROP INDEX "Grant_principalId_targetId_idx";
-- locks: grants are made by people, and 100,000 of them are indexed within a second
CREATE INDEX "Grant_targetId_user_idx" ON "Grant" ("targetId", "id") WHERE "userId" IS NOT NULL;
-- locks: the same
CREATE INDEX "Grant_targetId_team_idx" ON "Grant" ("targetId", "id") WHERE "teamId" IS NOT NULL;
-- locks: the same
CREATE INDEX "Grant_principalId_spaceId_idx" ON "Grant" ("principalId", "spaceId") WHERE "spaceId" IS NOT NULL;
-- locks: the same
CREATE INDEX "Grant_principalId_collectionId_idx" ON "Grant" ("principalId", "collectionId") WHERE "collectionId" IS NOT NULL;
