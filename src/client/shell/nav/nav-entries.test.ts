import { describe, expect, it } from 'vitest'
import { isRouteAllowed } from '#shared/identity/route-access.rules.ts'
import { roles } from '#shared/kernel/roles.ts'
import { screenAuthority } from '#shared/kernel/screens.ts'
import { addressOf, navEntries } from './nav-entries.ts'
import { placeIcons } from './nav-icons.ts'
import { trailTo } from './places.ts'

const placesOf = (...of: Parameters<typeof navEntries>) => navEntries(...of).flatMap(({ places }) => places)

describe('the nav', () => {
  it('leads each role only to screens that open for it', () => {
    for (const role of roles) {
      for (const place of placesOf('staff', [role]))
        expect(isRouteAllowed([role], screenAuthority(addressOf[place])), `${role} ${place}`).toBe(true)
    }
  })

  it('shows a registrar admissions, faces and pupils, finance the sales and held charges, a family what it came for', () => {
    expect(navEntries('staff', ['registrar']).map(({ group }) => group)).toEqual(['admissions', 'faces', 'office'])
    expect(placesOf('staff', ['finance'])).toEqual([
      'dashboard',
      'pre_admission',
      'seats',
      'pos.transaction-report',
      'pos.report',
      'pos.summaryOfSalesByTill',
      'pos.exceptions',
      'pos.CustomerAccountSummary',
      'pos.devices',
      'faces.charges',
      'pupils',
      'fees',
      'office-forms',
    ])
    expect(placesOf('staff', ['hr'])).toEqual(['dashboard', 'office-forms'])
    expect(navEntries('staff', ['family'])).toEqual([
      { group: 'family', places: ['dashboard', 'admission', 'enquiry.new'] },
    ])
    expect(placesOf('staff', ['admin', 'family']).filter((place) => place === 'dashboard')).toHaveLength(1)
    expect(placesOf('staff', ['admin'])).not.toContain('faces.charges')
  })

  it('gives nobody without a role more than the start', () => {
    expect(placesOf('staff', [])).toEqual(['dashboard'])
  })
})

it('knows the way to a screen from the start', () => {
  expect(trailTo('faces.record')).toEqual(['dashboard', 'faces', 'faces.record'])
  expect(trailTo('dashboard')).toEqual(['dashboard'])
  expect(trailTo('nowhere')).toEqual([])
})

it('has a picture of its own for each page', () => {
  const drawn = Object.values(placeIcons).map((Icon) => JSON.stringify(Icon({}).props.children))
  expect(new Set(drawn).size).toBe(drawn.length)
})
