import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  enterSchool,
  linkByInvitation,
  linkedSchools,
  linkSchool,
  switchSchool,
  unlinkSchool,
} from '#shared/identity/linked-schools.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { randomToken } from '#shared/kernel/ids.ts'
import { enterByHandOver } from './hand-over.service.ts'
import { linkByLink, linkByPassword } from './link-school.service.ts'
import { listLinked, openLinked, unlink } from './open-school.service.ts'

/** At a till, which many hands reach, no other school is opened. @throws AppError access.denied */
function requireDesk({ session }: SessionCtx): void {
  if (session.kind !== 'staff') throw new AppError('access.denied')
}

export const linkedSchoolRoutes: Feature = ({ passwords, random }) => {
  let made: Promise<string> | undefined
  const decoy = () => (made ??= passwords.hash(randomToken(random)))
  return [
    route.session(linkedSchools, async (ctx) => {
      requireDesk(ctx)
      return listLinked(ctx)
    }),
    route.session(linkSchool, async (ctx, asked) => {
      requireDesk(ctx)
      return linkByPassword(ctx, asked, await decoy())
    }),
    route.session(linkByInvitation, async (ctx, asked) => {
      requireDesk(ctx)
      return linkByLink(ctx, asked)
    }),
    route.session(unlinkSchool, async (ctx, { schoolId }) => {
      requireDesk(ctx)
      await unlink(ctx, schoolId)
      return {}
    }),
    route.session(switchSchool, async (ctx, { schoolId }) => {
      requireDesk(ctx)
      return { address: await openLinked(ctx, schoolId) }
    }),
    route.open(enterSchool, (ctx, { token }) => enterByHandOver(ctx, token)),
  ]
}
