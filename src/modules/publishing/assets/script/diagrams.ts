import { drawDiagrams } from './draw-diagrams.ts'

drawDiagrams(document)
