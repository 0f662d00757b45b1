import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { ApiOperation, OpenApiDocument } from '#shared/programs/api-document.types.ts'
import { openApiPath } from '#shared/programs/api-document.rules.ts'
import { fetchDocument } from './api-docs.api.ts'
import css from './api-docs.module.css'
import { OperationCard } from './operation-card.tsx'

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
