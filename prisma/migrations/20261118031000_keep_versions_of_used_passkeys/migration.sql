-- Signing in with a passkey does not change it for its owner: its counter and its last use are left out of its version.
CREATE OR REPLACE FUNCTION "raise_version_of_passkey"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed "Passkey" := NEW;
BEGIN
  changed."version" := OLD."version";
  changed."counter" := OLD."counter";
  changed."lastUsedAt" := OLD."lastUsedAt";
  NEW."version" := OLD."version" + (changed IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
