interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy
}

interface Policy {
  createHTML: (html: string) => string
}

/** Browsers that know trusted types accept HTML only from this policy; it exists once. */
const policy: Policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'quire-html',
  {
    // The server has rendered and sanitized it.
    createHTML: (html) => html,
  },
) ?? { createHTML: (html) => html }

/** The elements of HTML that the server has rendered. Nothing else may be passed. */
export function elementsOf(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = policy.createHTML(html)
  return template.content
}
