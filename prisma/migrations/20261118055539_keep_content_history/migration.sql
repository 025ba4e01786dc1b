-- CreateTable
CREATE TABLE "ViewedPage" (
    "changeRequestId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT NOT NULL,
    "viewedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ViewedPage_pkey" PRIMARY KEY ("changeRequestId","userId","pageId")
);

-- CreateTable
CREATE TABLE "ContentHistory" (
    "ownerId" TEXT COLLATE "C" NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ContentHistory_pkey" PRIMARY KEY ("ownerId","revisionId")
);

-- CreateIndex
CREATE INDEX "ViewedPage_userId_idx" ON "ViewedPage"("userId");

-- CreateIndex
CREATE INDEX "ContentHistory_spaceId_idx" ON "ContentHistory"("spaceId");

-- AddForeignKey
ALTER TABLE "ViewedPage" ADD CONSTRAINT "ViewedPage_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ViewedPage" ADD CONSTRAINT "ViewedPage_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContentHistory" ADD CONSTRAINT "ContentHistory_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "Space"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The revisions that content has had, whoever writes them.
CREATE FUNCTION "keep_history_of_space"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ContentHistory" ("ownerId", "revisionId", "spaceId") VALUES (NEW."id", NEW."revisionId", NEW."id")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "keep_history" AFTER INSERT OR UPDATE OF "revisionId" ON "Space"
  FOR EACH ROW EXECUTE FUNCTION "keep_history_of_space"();

-- A change request begins with a revision of main content, which is no change of its own.
CREATE FUNCTION "keep_history_of_changerequest"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ContentHistory" ("ownerId", "revisionId", "spaceId") VALUES (NEW."id", NEW."revisionId", NEW."spaceId")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "keep_history" AFTER UPDATE OF "revisionId" ON "ChangeRequest"
  FOR EACH ROW EXECUTE FUNCTION "keep_history_of_changerequest"();

-- Whether an entry differs between two maps, apart from its place in a repository. Both are followed from their roots
-- towards the entry, until they share a node: see src/modules/revisions/node-map.ts.
CREATE FUNCTION content_differs(space text, one text, other text, entry text) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  digest text := md5(entry);
  depth int := 1;
  way int;
  below text[];
  one_entry jsonb;
  other_entry jsonb;
BEGIN
  LOOP
    IF one IS NOT DISTINCT FROM other THEN
      RETURN coalesce(one, '') = '' AND one_entry IS DISTINCT FROM other_entry;
    END IF;
    way := strpos('0123456789abcdef', substr(digest, depth, 1));
    IF one <> '' THEN
      SELECT n."children", (n."entries" -> entry) - 'git' INTO below, one_entry FROM "ContentNode" n
        WHERE n."spaceId" = space AND n."hash" = one;
      one := coalesce(below[way], '');
    END IF;
    IF other <> '' THEN
      SELECT n."children", (n."entries" -> entry) - 'git' INTO below, other_entry FROM "ContentNode" n
        WHERE n."spaceId" = space AND n."hash" = other;
      other := coalesce(below[way], '');
    END IF;
    one := coalesce(one, '');
    other := coalesce(other, '');
    depth := depth + 1;
  END LOOP;
END $$;
