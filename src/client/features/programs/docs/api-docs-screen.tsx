import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { http } from '#client/platform/http.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { readFailure } from '#local/kernel/http.ts'
import { openApiPath } from '#shared/programs/api-document.rules.ts'
import type { ApiOperation, ApiSchema, OpenApiDocument } from '#shared/programs/api-document.types.ts'
import css from './api-docs.module.css'
import { codesOf, exampleOf, fieldsOf, type SchemaField, typeText } from './schema-fields.ts'

/** Reads the published document of this server. @throws AppError */
async function fetchDocument(): Promise<OpenApiDocument> {
  try {
    return await http.client.get(openApiPath.slice(1), { prefix: '/' }).json<OpenApiDocument>()
  } catch (error) {
    throw readFailure(error)
  }
}

/** The calls that the school's other programs may make, drawn from the published document. */
export function ApiDocsScreen() {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(fetchDocument)
  return (
    <ListFrame
      title={t('docs.title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      <p className={common.softLine}>
        {t('docs.text')}{' '}
        <Link to="/settings/programs" className={link.link}>
          {t('docs.tokens')}
        </Link>
      </p>
      {answer && <Document document={answer} />}
    </ListFrame>
  )
}

function Document({ document }: { document: OpenApiDocument }) {
  const { t } = useTranslation('programs')
  const address = `${location.origin}${openApiPath}`
  return (
    <>
      <dl className={css.facts}>
        <dt>{t('docs.document')}</dt>
        <dd>
          <a href={openApiPath} className={link.link} dir="ltr">
            {address}
          </a>
        </dd>
        <dt>{t('docs.base')}</dt>
        <dd>
          <code dir="ltr">
            {location.origin}
            {document.servers[0]?.url}
          </code>
        </dd>
      </dl>
      <div className={css.about} lang="en" dir="ltr">
        {document.info.description.split('\n\n').map((each) => (
          <p key={each}>{each.replaceAll('`', '')}</p>
        ))}
      </div>
      {document.tags.map(({ name }) => (
        <section key={name} className={css.scope} aria-labelledby={`scope-${name}`}>
          <h2 id={`scope-${name}`} className={common.heading}>
            {t(`scope.${name}`)}{' '}
            <code dir="ltr" className={common.softPart}>
              {name}
            </code>
          </h2>
          {operationsOf(document, name).map(([method, path, operation]) => (
            <OperationCard key={operation.operationId} method={method} path={path} operation={operation} />
          ))}
        </section>
      ))}
    </>
  )
}

const operationsOf = ({ paths }: OpenApiDocument, tag: string): [string, string, ApiOperation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]): [string, string, ApiOperation] => [method, path, operation]),
  )

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
function OperationCard({ method, path, operation }: OperationCardProps) {
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
