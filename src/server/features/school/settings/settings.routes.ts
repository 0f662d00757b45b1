import type { z } from 'zod'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { OutsideReader } from '#server/kernel/deps.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { readListing } from '#shared/school/listing.rules.ts'
import { publicInfo } from '#shared/school/school.contract.ts'
import { readOutsideConnections } from '#shared/school/settings/connections.contract.ts'
import { setAppIcons } from '#shared/school/settings/app-icons.contract.ts'
import { setSchoolLogo } from '#shared/school/settings/school-logo.contract.ts'
import { changeSchoolSettings, readSchoolSettings } from '#shared/school/settings/school-settings.contract.ts'
import { faceOf } from '../branding.routes.ts'
import { cleanIcons, storeIcons } from '../icons/app-icon.service.ts'
import { readSchool } from '../school.service.ts'
import { logoSvgOf } from '../logo/school-logo.service.ts'
import type { SettingsNeeds } from './settings-guards.service.ts'
import { changeLogo, changeSettings, readSettings } from './settings.service.ts'

/** Asks the listing's address once, and returns what it names or why it could not be read. @param address empty for none */
async function listConnections(
  read: OutsideReader | undefined,
  address = '',
): Promise<z.input<typeof readOutsideConnections.reply>> {
  if (address === '') return { state: 'unset' }
  const reply: Awaited<ReturnType<OutsideReader>> = read ? await read(address) : { failed: 'unreachable' }
  if ('failed' in reply) return { state: 'failed', why: reply.failed }
  const connections = readListing(reply.body)
  return connections ? { state: 'listed', connections } : { state: 'failed', why: 'unreadable' }
}

/**
 * Checks that a domain leads to this school, over TLS and from the public internet: one tick too early would break the links of every
 * mail. @throws AppError settings.domain-unreached
 */
async function requireReached({ deps, school }: OpenCtx, domain: string): Promise<void> {
  const reply = await deps.readOutside?.(`https://${domain}${apiPrefix}${publicInfo.path}`)
  const info = reply && 'body' in reply ? publicInfo.reply.safeParse(reply.body).data : undefined
  if (info?.result.code !== school.code) throw new AppError('settings.domain-unreached')
}

interface RoutesNeeds extends SettingsNeeds {
  /** Drops what is cached of a school, so that the next call reads it again. */
  forgetSchool: (code: string) => void
}

export const settingsRoutes = (needs: RoutesNeeds): Feature => {
  /** Runs a change; only after its commit is the school read again, so that no call brings the old row back. */
  const changing = async <T>(ctx: SessionCtx, change: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await ctx.tenant(change)
    needs.forgetSchool(ctx.school.code)
    return done
  }
  return () => [
    route.session(readSchoolSettings, (ctx) => {
      requirePermission(ctx.session, 'school.settings')
      return ctx.tenant((tx) => readSettings(tx, ctx, needs))
    }),
    route.session(changeSchoolSettings, async (ctx, { settings }) => {
      requirePermission(ctx.session, 'school.settings')
      // Asked outside of the transaction: it may take seconds.
      if (settings.group === 'address' && settings.values.isInLinks) await requireReached(ctx, settings.values.domain)
      return changing(ctx, (tx) => changeSettings(tx, ctx, settings, needs))
    }),
    route.session(readOutsideConnections, async (ctx) => {
      requirePermission(ctx.session, 'school.settings')
      const { profile } = await ctx.tenant((tx) => readSchool(tx, ctx.school.schoolId))
      // Asked outside of the transaction: it may take seconds.
      return listConnections(ctx.deps.readOutside, profile.listingUrl)
    }),
    route.session(setAppIcons, async (ctx, { icons }) => {
      requirePermission(ctx.session, 'school.settings')
      const pictures = await cleanIcons(icons)
      await ctx.tenant(async (tx) => {
        const school = await readSchool(tx, ctx.school.schoolId)
        const version = school.profile.settings?.look?.version ?? 0
        return storeIcons(tx, ctx, { face: faceOf(school), version }, pictures)
      })
      return {}
    }),
    route.session(setSchoolLogo, async (ctx, { seen, logo }) => {
      requirePermission(ctx.session, 'school.settings')
      const logoSvg = await logoSvgOf(logo)
      return changing(ctx, (tx) => changeLogo(tx, ctx, seen, logoSvg))
    }),
  ]
}
