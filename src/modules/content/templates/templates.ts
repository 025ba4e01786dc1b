/** A page of a template. */
interface TemplatePage {
  readonly title: string
  readonly markdown: string
}

const page = (title: string, ...paragraphs: string[]): TemplatePage => ({
  title,
  markdown: `${paragraphs.join('\n\n')}\n`,
})

const hint = (text: string) => `{% hint style="info" %}\n${text}\n{% endhint %}`

/** What spaces can begin with, by the ID of the template. */
export const templates = {
  product: [
    page(
      'Introduction',
      'Say in one sentence what the product is, and for whom.',
      '## What it does',
      '- First\n- Second',
    ),
    page(
      'Quickstart',
      hint('Tell readers what they need before they begin.'),
      '1. Describe the first step.\n2. Describe the second step.',
    ),
    page(
      'Concepts',
      'Explain the words that the other pages use.',
      '| Word | Meaning |\n| --- | --- |\n| | |',
    ),
    page('Troubleshooting', '## A message that readers see', 'Say what it means, and what to do.'),
  ],
  api: [
    page(
      'Overview',
      'Say what can be done with the API, and where it is.',
      '```\nhttps://api.example.com/v1\n```',
    ),
    page(
      'Authentication',
      'Say how to get a token, and how to send it.',
      '```\nAuthorization: Bearer <token>\n```',
    ),
    page('Errors', '| Status | Meaning |\n| --- | --- |\n| 400 | |\n| 401 | |\n| 404 | |'),
    page('Changelog', '## Version 1', '- What is new'),
  ],
  help: [
    page('Start here', 'Say what this help is about.', '## Most asked', '- A question, as readers ask it'),
    page('Your account', '## Change your password', '1. Open the settings.\n2. Choose **Security**.'),
    page('Contact', 'Say how readers reach you, and when you answer.'),
  ],
} satisfies Record<string, TemplatePage[]>
