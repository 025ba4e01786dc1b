import { texts } from '../texts/index.ts'

interface FormActionsProps {
  /** The ID of the form that the button sends. */
  form: string
  /** The text of the button. */
  submit: string
  isDisabled?: boolean
  /** For what removes something. */
  isDanger?: boolean
  onClose: () => void
}

/** The buttons of a dialog with a form. */
export function FormActions({ form, submit, isDisabled, isDanger = false, onClose }: FormActionsProps) {
  return (
    <>
      <button type="button" className="button" onClick={onClose}>
        {texts.forms.cancel}
      </button>
      <button
        type="submit"
        form={form}
        className={`button ${isDanger ? 'danger' : 'primary'}`}
        aria-disabled={isDisabled}
      >
        {submit}
      </button>
    </>
  )
}
