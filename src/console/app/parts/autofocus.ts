/** For the `ref` of the field at which a dialog begins: React focuses such a field itself, before the dialog is open. */
export const autofocus = (field: HTMLElement | null): void => field?.setAttribute('autofocus', '')

/** The same for a field whose text is likely to be replaced: it is selected. */
export const autoselect = (field: HTMLInputElement | null): void => {
  autofocus(field)
  field?.addEventListener('focus', () => field.select(), { once: true })
}
