import type { ReactNode } from 'react'
import { AttentionPanel } from './_panels/attention'
import { AuditPanel } from './_panels/audit'
import { BookingsPanel } from './_panels/bookings'
import { CalendarPanel } from './_panels/calendar'
import { ContactsPanel } from './_panels/contacts'
import { MembersPanel } from './_panels/members'
import { OrdersPanel } from './_panels/orders'
import { PortfolioPanel } from './_panels/portfolio'
import { ServicesPanel } from './_panels/services'
import { SettingsPanel } from './_panels/settings'
import { TABS, type PanelProps, type TabKey } from './panel'

type Panel = (props: PanelProps) => Promise<ReactNode>

/** One line per area. A tab without a panel is not shown. */
const PANELS: Partial<Record<TabKey, Panel>> = {
  bookings: BookingsPanel,
  services: ServicesPanel,
  portfolio: PortfolioPanel,
  contacts: ContactsPanel,
  calendar: CalendarPanel,
  orders: OrdersPanel,
  members: MembersPanel,
  attention: AttentionPanel,
  settings: SettingsPanel,
  audit: AuditPanel,
}

/** The tabs that lead somewhere, in the order of TABS. */
export const openTabs: TabKey[] = TABS.filter((key) => PANELS[key])

/** The tab a query names; the bookings for none, and for anything else. */
export const tabOf = (query: PanelProps['query']): TabKey =>
  openTabs.find((key) => key === query.tab) ?? 'bookings'

export const panelOf = (key: TabKey): Panel => PANELS[key] ?? BookingsPanel
