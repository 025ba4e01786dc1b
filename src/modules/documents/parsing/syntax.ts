import type { gfm } from 'micromark-extension-gfm'

/** The types of the parser's extensions, which it does not export by name. */
export type SyntaxExtension = ReturnType<typeof gfm>
export type Construct = Exclude<NonNullable<SyntaxExtension['document']>[string], undefined | unknown[]>
type Tokenizer = Construct['tokenize']
export type TokenizeContext = ThisParameterType<Tokenizer>
