-- Secrets that are encrypted again with another key do not change a resource for its clients: the command that does it
-- sets quire.keeps_versions.
DO $$
DECLARE
  versioned RECORD;
BEGIN
  FOR versioned IN
    SELECT tgrelid::regclass AS relation, tgfoid::regproc AS raises FROM pg_trigger
    WHERE tgname = 'raise_version' AND tgrelid::regclass::text IN
      ('"Webhook"', '"Integration"', '"ShareLink"', '"SitePublishingAuth"', '"OpenAPISpec"', '"GitConnection"')
  LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER "raise_version" BEFORE UPDATE ON %s FOR EACH ROW
       WHEN (current_setting(''quire.keeps_versions'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION %s()',
      versioned.relation, versioned.raises);
  END LOOP;
END $$;
