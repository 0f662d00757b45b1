import { z } from 'zod'
import type { Connection } from './settings/connections.contract.ts'

/** Most entries that are shown of a listing. */
const most = 200

const short = (text: string, length: number): string => text.trim().slice(0, length)
const Text = z.union([z.string(), z.object({ en: z.string().optional(), ar: z.string().optional() })])
const Entry = z.looseObject({
  name: Text.optional(),
  title: Text.optional(),
  label: Text.optional(),
  name_ar: z.string().optional(),
  description: Text.optional(),
  url: z.string().optional(),
  link: z.string().optional(),
  href: z.string().optional(),
})
const listNames = ['result', 'data', 'items', 'connections'] as const

/**
 * Reads a listing of outside services in any of the usual shapes: a list, or an object that holds one under `result`, `data`, `items`
 * or `connections`; each entry with a name and perhaps a description and an address. Entries without a name are left out.
 * @returns undefined where it is no listing
 */
export function readListing(body: unknown): Connection[] | undefined {
  const list = listIn(body)
  return list?.flatMap((each) => connectionOf(each) ?? []).slice(0, most)
}

function listIn(body: unknown, depth = 0): unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (typeof body !== 'object' || body === null || depth > 1) return undefined
  for (const name of listNames) {
    const found = name in body ? listIn((body as Record<string, unknown>)[name], depth + 1) : undefined
    if (found) return found
  }
  return undefined
}

function connectionOf(entry: unknown): Connection | undefined {
  const read = Entry.safeParse(typeof entry === 'string' ? { name: entry } : entry)
  if (!read.success) return undefined
  const { name, title, label, name_ar: arabic, description, url, link, href } = read.data
  const named = inBoth(name ?? title ?? label, 120, arabic)
  return named === null
    ? undefined
    : { name: named, text: inBoth(description, 400), url: safeAddress(url ?? link ?? href) }
}

function inBoth(text: z.infer<typeof Text> | undefined, length: number, arabic?: string) {
  const { en = '', ar = '' } = typeof text === 'string' ? { en: text, ar: arabic ?? text } : (text ?? {})
  const [one, other] = [short(en || ar, length), short(ar || en, length)]
  return one === '' ? null : { en: one, ar: other }
}

const overTls = z.url({ protocol: /^https$/ }).max(500)

/** Returns the address where it is one over TLS; anything else must not become a link. */
const safeAddress = (address: string | undefined): string | null => overTls.safeParse(address).data ?? null
