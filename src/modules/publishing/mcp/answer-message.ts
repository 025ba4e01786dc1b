import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { z } from 'zod'
import type { SearchAnswer } from '../../site-rendering/index.ts'

/** What programs can ask a site, as its reader. */
export interface SiteTools {
  title: string
  /** The address of the site, which that of a page is below. */
  url: string
  search(query: string): Promise<SearchAnswer>
  /** The text of a page as Markdown; null if the reader sees none there. */
  read(path: string): Promise<string | null>
}

const MAX_QUERY = 200
const MAX_PATH = 2_000
/** The characters of a page that one call returns. */
const MAX_TEXT = 50_000

const ENDPOINT = 'http://localhost/'
const ACCEPT = 'application/json, text/event-stream'

/** The server of one request: nothing is kept between requests, so any node can serve the next one. */
function serverOf({ title, url, search, read }: SiteTools): McpServer {
  const server = new McpServer(
    { name: 'quire', title, version: '1.0.0' },
    {
      instructions: `The documentation of ${title} at ${url}. Search it first, then read the pages that were found.`,
    },
  )
  server.registerTool(
    'search',
    {
      title: `Search ${title}`,
      description: 'Finds pages by words. Returns their titles, addresses and the passages that match.',
      inputSchema: {
        query: z.string().trim().min(1).max(MAX_QUERY).describe(`Words, at most ${MAX_QUERY} characters.`),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ query }) => textOf(printed(await search(query), url)),
  )
  server.registerTool(
    'read_page',
    {
      title: `Read a page of ${title}`,
      description: `Returns a page as Markdown, at most ${MAX_TEXT} characters at once.`,
      inputSchema: {
        page: z
          .string()
          .trim()
          .max(MAX_PATH)
          .describe('The address of a page, as in a result of the search.'),
        offset: z.number().int().min(0).max(10_000_000).default(0).describe('The character to begin with.'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ page, offset }) => {
      const text = await read(page)
      if (text === null) {
        return { ...textOf('There is no page at this address. Search for one.'), isError: true }
      }
      const end = offset + MAX_TEXT
      const more = text.length > end ? `\n\n[The page goes on. Read it with the offset ${end}.]` : ''
      return textOf(`${text.slice(offset, end).toWellFormed()}${more}`)
    },
  )
  return server
}

const textOf = (text: string) => ({ content: [{ type: 'text' as const, text }] })

function printed({ results, suggestions }: SearchAnswer, url: string): string {
  if (results.length === 0) {
    return suggestions.length === 0
      ? 'Nothing was found.'
      : `Nothing was found. Near words: ${suggestions.join(', ')}.`
  }
  const origin = new URL(url).origin
  return results
    .map(({ title, href, path, passages }) => {
      const lines = passages.map(({ parts }) => `  ${parts.map(({ text }) => text).join('')}`)
      return [`- [${[...path, title].join(' › ')}](${origin}${href})`, ...lines].join('\n')
    })
    .join('\n')
}

/** Answers one message of the Model Context Protocol, over its streamable HTTP transport without sessions. */
export async function answerMessage(
  tools: SiteTools,
  message: unknown,
): Promise<{ status: number; body: string }> {
  if (Array.isArray(message)) {
    const error = {
      code: -32_600,
      message: 'Several messages in one request are not supported. Send them one by one.',
    }
    return { status: 400, body: JSON.stringify({ jsonrpc: '2.0', error, id: null }) }
  }
  const server = serverOf(tools)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    const headers = { accept: ACCEPT, 'content-type': 'application/json' }
    const request = new Request(ENDPOINT, { method: 'POST', headers, body: JSON.stringify(message) })
    const response = await transport.handleRequest(request, { parsedBody: message })
    return { status: response.status, body: await response.text() }
  } finally {
    await server.close()
  }
}
