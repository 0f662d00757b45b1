import { type Feature, route } from '#server/http/serve.ts'
import {
  ownSsoFinish,
  ownSsoLink,
  ownSsoProve,
  ownSsoRead,
  ownSsoUnlink,
  ssoBegin,
  ssoFinish,
  ssoOffered,
} from '#shared/identity/single-sign-on.contract.ts'
import { requireDesk } from '../profile/own-desk.ts'
import { readSignInSettings, type SignInRow } from '../sign-in-settings/sign-in-settings.service.ts'
import { beginOwnSso, beginSso, finishOwnSso, finishSso, unlinkOwnSso } from './single-sign-on.service.ts'
import { linkedSince } from './sso-link.service.ts'

const isSetUp = (row: SignInRow | undefined): boolean =>
  row !== undefined && row.issuer !== '' && row.clientSecret !== null

export const singleSignOnRoutes: Feature = () => [
  route.open(ssoOffered, async (ctx) => {
    const row = await ctx.tenant((tx) => readSignInSettings(tx, ctx.school.schoolId))
    const isOffered = ctx.deps.identityProviders !== undefined && isSetUp(row)
    return { isOffered, isEnforced: isOffered && row?.isEnforced === true }
  }),
  route.open(ssoBegin, beginSso),
  route.open(ssoFinish, finishSso),
  route.session(ownSsoRead, async (ctx) => {
    requireDesk(ctx)
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => ({
      isOffered: isSetUp(await readSignInSettings(tx, schoolId)),
      linkedAt: await linkedSince(tx, schoolId, ctx.session.user.userId),
    }))
  }),
  route.session(ownSsoLink, async (ctx) => {
    requireDesk(ctx)
    return beginOwnSso(ctx, 'link')
  }),
  route.session(ownSsoProve, async (ctx) => {
    requireDesk(ctx)
    return beginOwnSso(ctx, 'prove')
  }),
  route.session(ownSsoFinish, async (ctx, came) => {
    requireDesk(ctx)
    await finishOwnSso(ctx, came)
    return {}
  }),
  route.session(ownSsoUnlink, async (ctx) => {
    requireDesk(ctx)
    await unlinkOwnSso(ctx)
    return {}
  }),
]
