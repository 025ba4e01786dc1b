import '../../src/modules/index.ts'
