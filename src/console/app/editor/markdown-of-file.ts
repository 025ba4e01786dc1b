/** The Markdown of an uploaded file: an image is shown, everything else is offered. */
export const markdownOfFile = ({ id, name }: { id: string; name: string }, type: string): string =>
  type.startsWith('image/')
    ? `![${name.replace(/\.\w+$/, '').replace(/[[\]\\]/g, '')}](/files/${id})`
    : `{% file src="/files/${id}" %}`
