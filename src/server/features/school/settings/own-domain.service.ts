import type { OpenCtx } from '#server/http/context.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { publicInfo } from '#shared/school/school.contract.ts'

/**
 * Checks that a domain leads to this school, over TLS and from the public internet: one tick too early would break the links of every
 * mail. @throws AppError settings.domain-unreached
 */
export async function requireReached({ deps, school }: OpenCtx, domain: string): Promise<void> {
  const reply = await deps.readOutside?.(`https://${domain}${apiPrefix}${publicInfo.path}`)
  const info = reply && 'body' in reply ? publicInfo.reply.safeParse(reply.body).data : undefined
  if (info?.result.code !== school.code) throw new AppError('settings.domain-unreached')
}
