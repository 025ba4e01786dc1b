/** Adds what Prisma cannot express to a migration script of Prisma. */
export const completeScript = (script: string): string => withVersionTriggers(withBytewiseIds(script))

/**
 * Ids are compared byte by byte, in keyset pages above all, whatever the language of the database. Prisma can
 * neither express a collation nor see one, so it is added here and never counts as drift.
 */
function withBytewiseIds(script: string): string {
  return script.replace(/("(?:id|\w+Id|orderKey)" (?:SET DATA TYPE )?TEXT)\b(?!\[)/g, '$1 COLLATE "C"')
}

/** A new table with a version gets the trigger that increments it. */
function withVersionTriggers(script: string): string {
  const created = [...script.matchAll(/^CREATE TABLE "(\w+)" \(([\s\S]*?)^\);/gm)]
  const versioned = created.filter(([, , columns = '']) => columns.includes('"version" INTEGER'))
  return [script, ...versioned.map(([, table = '']) => versionTrigger(table))].join('\n')
}

const versionTrigger = (table: string) => `-- Raises the version with every change of the row.
CREATE FUNCTION "raise_version_of_${table.toLowerCase()}"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version";
  NEW."version" := OLD."version" + (NEW IS DISTINCT FROM OLD)::integer;
  RETURN NEW;
END $$;
CREATE TRIGGER "raise_version" BEFORE UPDATE ON "${table}"
  FOR EACH ROW WHEN (current_setting('quire.keeps_versions', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION "raise_version_of_${table.toLowerCase()}"();
`
