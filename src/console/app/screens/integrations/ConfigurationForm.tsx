import { useId } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ConfigurationForm_configuration$key } from '#console/ConfigurationForm_configuration.graphql.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import styles from '../../forms/Settings.module.css'
import { texts } from '../../texts/index.ts'
import { fieldOf, type Property, shownValue, valuesOf } from './configuration-values.ts'
import type { Configuration } from './integration-edits.ts'

interface ConfigurationFormProps {
  /** What the integration declares. */
  declaration: ConfigurationForm_configuration$key
  values: Configuration
  save: (values: Configuration) => Promise<unknown>
}

/** A form of what an integration declares: a field for each property, in the order of the declaration. */
export function ConfigurationForm({ declaration, values, save }: ConfigurationFormProps) {
  const { componentId, properties } = useFragment(
    graphql`
      fragment ConfigurationForm_configuration on IntegrationConfiguration {
        componentId
        properties {
          name
          title
          description
          type
          required
          default
          enum
          buttonText
          callbackUrl
        }
      }
    `,
    declaration,
  )
  if (componentId) return <JsonForm values={values} save={save} />
  if (properties.length === 0) return <p className="muted">{texts.integrations.nothingToConfigure}</p>
  const texted = properties.filter(({ type, enum: choices }) => type === 'STRING' && !choices)
  return (
    <FieldForm
      fields={texted.map((property) => ({
        name: fieldOf(property.name),
        label: labelOf(property),
        ...(property.description && { hint: property.description }),
        value: shownValue(property, values),
        maxLength: 2048,
        isOptional: !property.required,
      }))}
      submit={texts.forms.save}
      run={(fields) => save(valuesOf(properties, fields))}
    >
      {properties
        .filter((property) => !texted.includes(property))
        .map((property) => (
          <PropertyField key={property.name} property={property} values={values} />
        ))}
    </FieldForm>
  )
}

const labelOf = ({ title, name }: Property): string => title || name

function PropertyField({ property, values }: { property: Property; values: Configuration }) {
  const id = useId()
  const { name, type, description, required, enum: choices, buttonText, callbackUrl } = property
  const value = shownValue(property, values)
  const label = labelOf(property)
  const hint = description && (
    <p className="hint muted" dir="auto">
      {description}
    </p>
  )
  if (type === 'BUTTON') {
    return (
      <div>
        {callbackUrl && (
          <a className="button small" href={callbackUrl} target="_blank" rel="noreferrer" dir="auto">
            {buttonText ?? label}
          </a>
        )}
        {hint}
      </div>
    )
  }
  if (type === 'BOOLEAN') {
    return (
      <div>
        <label className={styles.check}>
          <input type="checkbox" name={fieldOf(name)} defaultChecked={value === 'true'} />
          <span dir="auto">{label}</span>
        </label>
        {hint}
      </div>
    )
  }
  if (type === 'NUMBER') {
    return (
      <div className="field">
        <label htmlFor={id} dir="auto">
          {label}
        </label>
        <input
          id={id}
          name={fieldOf(name)}
          type="number"
          step="any"
          required={required}
          defaultValue={value}
        />
        {hint}
      </div>
    )
  }
  const options = (choices ?? []).map((choice) => [choice, choice] as const)
  return (
    <>
      <Choice
        name={fieldOf(name)}
        label={label}
        options={Object.fromEntries([...(required ? [] : [['', '–'] as const]), ...options])}
        value={value}
      />
      {hint}
    </>
  )
}

/** The values as JSON, where the integration has a form of its own that this console does not show. */
function JsonForm({ values, save }: { values: Configuration; save: ConfigurationFormProps['save'] }) {
  const id = useId()
  const t = texts.integrations
  const run = async ({ json = '' }: Record<string, string>) => {
    let parsed: unknown
    try {
      parsed = JSON.parse(json)
    } catch {
      throw new Error(t.notJson)
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error(t.notJson)
    await save(parsed as Configuration)
  }
  return (
    <FieldForm fields={[]} submit={texts.forms.save} run={run}>
      <div className="field">
        <label htmlFor={id}>{t.json}</label>
        <textarea
          id={id}
          name="json"
          rows={8}
          dir="ltr"
          spellCheck={false}
          defaultValue={JSON.stringify(values, null, 2)}
        />
        <p className="hint muted">{t.jsonHint}</p>
      </div>
    </FieldForm>
  )
}
