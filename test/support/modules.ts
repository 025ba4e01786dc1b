// Once per worker: modules that a setup file imports are not loaded again for each test file.
import './byte-equality.ts'
import '../../src/modules/index.ts'
