import { createFileRoute } from '@tanstack/react-router'
import { offerPage } from '../-offer-route.ts'

export const Route = createFileRoute('/_plain/conditional-offer-letter/$')({ ...offerPage })
