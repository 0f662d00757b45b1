import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import type { ApiOperation, ApiSchema } from '#shared/programs/api-document.types.ts'
import css from './api-docs.module.css'
import { codesOf, exampleOf, fieldsOf, type SchemaField, typeText } from './schema-fields.ts'

interface OperationCardProps {
  method: string
  path: string
  operation: ApiOperation
}

const isSchema = (value: unknown): value is ApiSchema => typeof value === 'object' && value !== null
const schemaIn = (holder: ApiSchema | undefined): ApiSchema | undefined => {
  const content = holder?.['content']
  const json = isSchema(content) ? content['application/json'] : undefined
  const schema = isSchema(json) ? json['schema'] : undefined
  return isSchema(schema) ? schema : undefined
}

/** One call: what it asks for, what it answers, and an example of both. */
export function OperationCard({ method, path, operation }: OperationCardProps) {
  const { t } = useTranslation('programs')
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation
  const query: SchemaField[] = parameters.map(({ name, required, schema }) => ({
    path: name,
    depth: 0,
    isRequired: required,
    schema,
  }))
  const body = schemaIn(requestBody)
  const answer = schemaIn(responses['200'])
  return (
    <details className={css.operation} id={operationId}>
      <summary>
        <code dir="ltr" className={css.address}>
          <strong>{method.toUpperCase()}</strong> {path}
        </code>
        <span lang="en" dir="ltr">
          {summary}
        </span>
      </summary>
      <div className={css.inside}>
        <p lang="en" dir="ltr">
          {description}
        </p>
        <p>
          {t('docs.scope')} <code dir="ltr">{security.flatMap(({ token }) => token).join(', ')}</code>
        </p>
        {query.length > 0 && <Fields title={t('docs.parameters')} fields={query} />}
        {body && <Fields title={t('docs.body')} fields={fieldsOf(body)} />}
        {body && <Example title={t('docs.bodyExample')} schema={body} />}
        {answer && <Fields title={t('docs.answer')} fields={fieldsOf(answer)} />}
        {answer && <Example title={t('docs.answerExample')} schema={answer} />}
      </div>
    </details>
  )
}

function Fields({ title, fields }: { title: string; fields: readonly SchemaField[] }) {
  const { t } = useTranslation('programs')
  return (
    <>
      <h4 className={common.heading}>{title}</h4>
      {/* Wider than a phone: it scrolls by itself, by keyboard too. */}
      <section className={css.table} aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('docs.field')}</th>
              <th scope="col">{t('docs.type')}</th>
              <th scope="col">{t('docs.need')}</th>
            </tr>
          </thead>
          <tbody dir="ltr">
            {fields.map(({ path, isRequired, schema }) => (
              <tr key={path}>
                <th scope="row">
                  <code>{path}</code>
                </th>
                <td>
                  <code>{typeText(schema)}</code>
                  {codesOf(schema).length > 0 && <span className={common.small}> {codesOf(schema).join(', ')}</span>}
                </td>
                <td>{t(isRequired ? 'docs.always' : 'docs.optional')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function Example({ title, schema }: { title: string; schema: ApiSchema }) {
  const { t } = useTranslation('programs')
  return (
    <details>
      <summary>{title}</summary>
      <pre dir="ltr" tabIndex={0} aria-label={t('docs.example')}>
        <code>{JSON.stringify(exampleOf(schema), null, 2)}</code>
      </pre>
    </details>
  )
}
