import type { DocumentInput, RenderedDocument } from '../document-views.ts'
import type { SpecPart } from '../openapi/spec-part.ts'
import { renderDocument } from './render-document.ts'

const KEY = 'spec'

/** A part of an OpenAPI document by itself, without a text around it. */
export const renderSpecPart = (
  part: SpecPart,
  input: Omit<DocumentInput, 'tree' | 'specs' | 'refs'>,
): RenderedDocument =>
  renderDocument({
    ...input,
    refs: {},
    specs: { [KEY]: part },
    tree: {
      object: 'document',
      data: { schemaVersion: 1 },
      nodes: [
        {
          object: 'block',
          type: 'openapi-operation',
          key: KEY,
          isVoid: true,
          data: { ref: { kind: 'openapi', spec: KEY } },
          fragments: [],
        },
      ],
    },
  })
