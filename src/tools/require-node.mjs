// The first import of every command. Only syntax that every Node with modules can read: an old Node gets the sentence
// below instead of an error about what it lacks.
const [major, minor] = process.versions.node.split('.').map(Number)
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24

if (!isSupported) {
  process.stderr.write(
    `Quire did not start. It needs Node 20.19, 22.12, 24 or newer, and this is Node ${process.versions.node}. Install a newer Node.\n`,
  )
  process.exit(1)
}
