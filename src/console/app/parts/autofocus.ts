/** For the `ref` of the field at which a dialog begins: React focuses such a field itself, before the dialog is open. */
export const autofocus = (field: HTMLElement | null): void => field?.setAttribute('autofocus', '')
