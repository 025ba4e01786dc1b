-- locks: both change the catalog only.
ALTER TABLE "Blob" ADD COLUMN "object" TEXT, ALTER COLUMN "bytes" DROP NOT NULL;

-- CreateTable
CREATE TABLE "FileObject" (
    "key" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "checkAt" TIMESTAMPTZ(3),

    CONSTRAINT "FileObject_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "FileObject_checkAt_idx" ON "FileObject"("checkAt");

-- locks: bytes are stored apart from the rows, which are short, so the index is built in seconds.
CREATE INDEX "Blob_object_idx" ON "Blob"("object");

-- Existing rows refer to no object, so both constraints need not be validated.
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_object_fkey" FOREIGN KEY ("object") REFERENCES "FileObject"("key") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

ALTER TABLE "Blob" ADD CONSTRAINT "Blob_one_place" CHECK (("bytes" IS NULL) <> ("object" IS NULL)) NOT VALID;

-- An object that a blob no longer refers to is checked by the next periodic work, and removed if no other does.
CREATE FUNCTION "quire_check_objects"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "FileObject" SET "checkAt" = now()
  WHERE "key" IN (SELECT "object" FROM before WHERE "object" IS NOT NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER "check_objects_of_deleted" AFTER DELETE ON "Blob"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION "quire_check_objects"();

CREATE TRIGGER "check_objects_of_updated" AFTER UPDATE ON "Blob"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION "quire_check_objects"();
