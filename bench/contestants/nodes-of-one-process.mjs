// Several nodes in one process, so that they share the code that V8 has compiled: as processes of their own, nodes of the
// same settings differ by up to a fifth.

const shared = process.env
for (const [index, environment] of JSON.parse(shared.NODES).entries()) {
  process.env = { ...shared, ...environment }
  // Settings are read when it is loaded, and the query makes that happen again. What it imports is loaded once.
  await import(`../../dist/main.js?node=${index}`)
}
