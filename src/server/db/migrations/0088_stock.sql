-- expand: stock of items: for which one is kept, and the ledger of what was received, wasted and counted
CREATE TABLE "stock_entries" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"qty_milli" integer NOT NULL,
	"at" timestamptz NOT NULL,
	"why" text,
	"note" text,
	"produced_on" date,
	"expires_on" date,
	"expected_milli" bigint,
	"count_id" uuid,
	"by" uuid NOT NULL,
	"entered_at" timestamptz NOT NULL,
	CONSTRAINT "stock_entries_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "stock_entries_kind_check" CHECK ("stock_entries"."kind" in ('received', 'wasted', 'counted', 'explained'))
);
--> statement-breakpoint
ALTER TABLE "stock_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_items" (
	"school_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"is_tracked" boolean NOT NULL,
	"sells_out" boolean NOT NULL,
	"since" timestamptz NOT NULL,
	"sold_out_on" text,
	"good_until" text,
	CONSTRAINT "stock_items_school_id_item_id_pk" PRIMARY KEY("school_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "stock_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_school_id_item_id_items_school_id_id_fk" FOREIGN KEY ("school_id","item_id") REFERENCES "public"."items"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_items" ADD CONSTRAINT "stock_items_school_id_item_id_items_school_id_id_fk" FOREIGN KEY ("school_id","item_id") REFERENCES "public"."items"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_entries_item_idx" ON "stock_entries" USING btree ("school_id","item_id","at");--> statement-breakpoint
CREATE POLICY "stock_entries_tenant_read" ON "stock_entries" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "stock_entries_tenant_add" ON "stock_entries" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "stock_items_tenant" ON "stock_items" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
