CREATE TABLE "attempts" (
	"school_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"window_start" timestamptz NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "attempts_school_id_subject_pk" PRIMARY KEY("school_id","subject")
);
--> statement-breakpoint
ALTER TABLE "attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"school_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"device_id" uuid,
	"created_at" timestamptz NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"revoked_at" timestamptz,
	CONSTRAINT "sessions_school_id_token_hash_pk" PRIMARY KEY("school_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"name" jsonb NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"roles" text[] NOT NULL,
	"disabled_at" timestamptz,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "users_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "categories" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"sort" integer NOT NULL,
	"active" boolean NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "categories_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "categories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "items" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"price" bigint NOT NULL,
	"tax_code" text NOT NULL,
	"barcode" text,
	"modifier_group_ids" uuid[] NOT NULL,
	"allergens" text[] NOT NULL,
	"diet" text[] NOT NULL,
	"kcal" integer,
	"sort" integer NOT NULL,
	"active" boolean NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "items_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "modifier_groups" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"min" integer NOT NULL,
	"max" integer NOT NULL,
	"modifiers" jsonb NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "modifier_groups_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "modifier_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account_balances" (
	"school_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"balance" bigint NOT NULL,
	"spent_on" date,
	"spent" bigint NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "account_balances_school_id_customer_id_pk" PRIMARY KEY("school_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "account_balances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account_entries" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"source_id" uuid NOT NULL,
	"business_day" date NOT NULL,
	"effective_at" timestamptz NOT NULL,
	"recorded_at" timestamptz NOT NULL,
	CONSTRAINT "account_entries_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customers" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"admission_no" text NOT NULL,
	"name" jsonb NOT NULL,
	"class_name" text NOT NULL,
	"card_no" text,
	"allergens" text[] NOT NULL,
	"diet" text[] NOT NULL,
	"daily_limit" bigint,
	"overdraft" bigint NOT NULL,
	"active" boolean NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "customers_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "customers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_alerts" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"at" timestamptz NOT NULL,
	"install_epoch" uuid,
	"stream" text,
	"from_seq" integer,
	"to_seq" integer,
	"handled_at" timestamptz,
	"handled_by" uuid,
	"note" text,
	CONSTRAINT "device_alerts_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "device_alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "devices" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"public_key" jsonb NOT NULL,
	"paired_by" uuid NOT NULL,
	"paired_at" timestamptz NOT NULL,
	"revoked_at" timestamptz,
	"last_contact_at" timestamptz,
	"app_version" text,
	CONSTRAINT "devices_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pairing_codes" (
	"school_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"till_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"used_at" timestamptz,
	CONSTRAINT "pairing_codes_school_id_code_hash_pk" PRIMARY KEY("school_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "pairing_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sites" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" jsonb NOT NULL,
	CONSTRAINT "sites_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "sites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tills" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"name" jsonb NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tills_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "tills" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "cash_movements" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "cash_movements_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "cash_movements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pos_exceptions" (
	"school_id" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"code" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"shift_id" uuid,
	"at" timestamptz NOT NULL,
	"handled_at" timestamptz,
	"handled_by" uuid,
	CONSTRAINT "pos_exceptions_school_id_op_id_code_pk" PRIMARY KEY("school_id","op_id","code")
);
--> statement-breakpoint
ALTER TABLE "pos_exceptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sale_lines" (
	"school_id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"qty_milli" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"modifiers" jsonb NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax_code" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"tax" bigint NOT NULL,
	"net" bigint NOT NULL,
	"allergens" text[] NOT NULL,
	"override_reason" text,
	CONSTRAINT "sale_lines_school_id_sale_id_n_pk" PRIMARY KEY("school_id","sale_id","n")
);
--> statement-breakpoint
ALTER TABLE "sale_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sale_voids" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "sale_voids_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "sale_voids" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"receipt_seq" integer NOT NULL,
	"receipt_no" text NOT NULL,
	"currency" text NOT NULL,
	"business_day" date NOT NULL,
	"sold_at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	"cashier_id" uuid NOT NULL,
	"customer_id" uuid,
	"customer_proof" text NOT NULL,
	"price_list_version" integer NOT NULL,
	"snapshot_at" timestamptz NOT NULL,
	"gross" bigint NOT NULL,
	"discount_total" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"discount" jsonb,
	"taxes" jsonb NOT NULL,
	"flags" text[] NOT NULL,
	CONSTRAINT "sales_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shifts" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"no" integer NOT NULL,
	"currency" text NOT NULL,
	"business_day" date NOT NULL,
	"float_amount" bigint NOT NULL,
	"opened_by" uuid NOT NULL,
	"opened_at" timestamptz NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamptz,
	"counted_cash" bigint,
	"difference_reason" text,
	"printed_report" jsonb,
	CONSTRAINT "shifts_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "shifts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenders" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sale_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"given" bigint,
	"change" bigint,
	"rounding" bigint,
	"customer_id" uuid,
	"terminal_ref" text,
	"auth_code" text,
	CONSTRAINT "tenders_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "tenders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "school_versions" (
	"school_id" uuid NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "school_versions_school_id_pk" PRIMARY KEY("school_id")
);
--> statement-breakpoint
ALTER TABLE "school_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "schools" (
	"school_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" jsonb NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"cutover_minute" integer DEFAULT 0 NOT NULL,
	"language" text NOT NULL,
	"logo_svg" text NOT NULL,
	"profile" jsonb NOT NULL,
	"till_policy" jsonb NOT NULL,
	"created_at" timestamptz NOT NULL,
	CONSTRAINT "schools_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "schools" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sync_installs" (
	"school_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"install_epoch" uuid NOT NULL,
	"fence_epoch" integer NOT NULL,
	"fence_no" integer NOT NULL,
	"tails" jsonb NOT NULL,
	"last_seen_at" timestamptz NOT NULL,
	CONSTRAINT "sync_installs_school_id_device_id_install_epoch_pk" PRIMARY KEY("school_id","device_id","install_epoch")
);
--> statement-breakpoint
ALTER TABLE "sync_installs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sync_ops" (
	"school_id" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"install_epoch" uuid NOT NULL,
	"stream" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"v" integer NOT NULL,
	"envelope" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"message_id" text,
	"flags" text[] NOT NULL,
	"server_version" bigint,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "sync_ops_school_id_op_id_pk" PRIMARY KEY("school_id","op_id")
);
--> statement-breakpoint
ALTER TABLE "sync_ops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sync_quarantine" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"op_id" text NOT NULL,
	"outcome" text NOT NULL,
	"message_id" text NOT NULL,
	"hash" text NOT NULL,
	"raw" jsonb NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "sync_quarantine_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "sync_quarantine" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sync_streams" (
	"school_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"install_epoch" uuid NOT NULL,
	"stream" text NOT NULL,
	"last_seq" integer NOT NULL,
	"last_hash" text NOT NULL,
	CONSTRAINT "sync_streams_school_id_device_id_install_epoch_stream_pk" PRIMARY KEY("school_id","device_id","install_epoch","stream")
);
--> statement-breakpoint
ALTER TABLE "sync_streams" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_school_id_category_id_categories_school_id_id_fk" FOREIGN KEY ("school_id","category_id") REFERENCES "public"."categories"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_balances" ADD CONSTRAINT "account_balances_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_entries" ADD CONSTRAINT "account_entries_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_school_id_till_id_tills_school_id_id_fk" FOREIGN KEY ("school_id","till_id") REFERENCES "public"."tills"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_school_id_site_id_sites_school_id_id_fk" FOREIGN KEY ("school_id","site_id") REFERENCES "public"."sites"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_lines" ADD CONSTRAINT "sale_lines_school_id_sale_id_sales_school_id_id_fk" FOREIGN KEY ("school_id","sale_id") REFERENCES "public"."sales"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenders" ADD CONSTRAINT "tenders_school_id_sale_id_sales_school_id_id_fk" FOREIGN KEY ("school_id","sale_id") REFERENCES "public"."sales"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("school_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_user_name_key" ON "users" USING btree ("school_id","user_name");--> statement-breakpoint
CREATE INDEX "categories_version_idx" ON "categories" USING btree ("school_id","version","id");--> statement-breakpoint
CREATE INDEX "items_version_idx" ON "items" USING btree ("school_id","version","id");--> statement-breakpoint
CREATE UNIQUE INDEX "items_barcode_key" ON "items" USING btree ("school_id","barcode");--> statement-breakpoint
CREATE INDEX "modifier_groups_version_idx" ON "modifier_groups" USING btree ("school_id","version","id");--> statement-breakpoint
CREATE INDEX "account_balances_version_idx" ON "account_balances" USING btree ("school_id","version","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_entries_source_key" ON "account_entries" USING btree ("school_id","kind","source_id");--> statement-breakpoint
CREATE INDEX "account_entries_customer_idx" ON "account_entries" USING btree ("school_id","customer_id","effective_at");--> statement-breakpoint
CREATE INDEX "customers_version_idx" ON "customers" USING btree ("school_id","version","id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_admission_no_key" ON "customers" USING btree ("school_id","admission_no");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_card_no_key" ON "customers" USING btree ("school_id","card_no");--> statement-breakpoint
CREATE UNIQUE INDEX "device_alerts_numbers_key" ON "device_alerts" USING btree ("school_id","device_id","install_epoch","stream","from_seq","kind");--> statement-breakpoint
CREATE INDEX "device_alerts_device_idx" ON "device_alerts" USING btree ("school_id","device_id");--> statement-breakpoint
CREATE INDEX "devices_till_idx" ON "devices" USING btree ("school_id","till_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sites_code_key" ON "sites" USING btree ("school_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "tills_code_key" ON "tills" USING btree ("school_id","site_id","code");--> statement-breakpoint
CREATE INDEX "cash_movements_shift_idx" ON "cash_movements" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "pos_exceptions_open_idx" ON "pos_exceptions" USING btree ("school_id","handled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_voids_sale_key" ON "sale_voids" USING btree ("school_id","sale_id");--> statement-breakpoint
CREATE INDEX "sale_voids_shift_idx" ON "sale_voids" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "sales_receipt_idx" ON "sales" USING btree ("school_id","till_id","epoch","receipt_seq");--> statement-breakpoint
CREATE INDEX "sales_shift_idx" ON "sales" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "sales_day_idx" ON "sales" USING btree ("school_id","business_day","sold_at");--> statement-breakpoint
CREATE INDEX "sales_sold_idx" ON "sales" USING btree ("school_id","sold_at","id");--> statement-breakpoint
CREATE INDEX "shifts_till_idx" ON "shifts" USING btree ("school_id","till_id","epoch","no");--> statement-breakpoint
CREATE INDEX "shifts_day_idx" ON "shifts" USING btree ("school_id","business_day");--> statement-breakpoint
CREATE INDEX "tenders_sale_idx" ON "tenders" USING btree ("school_id","sale_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_ops_stream_seq_key" ON "sync_ops" USING btree ("school_id","device_id","install_epoch","stream","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_quarantine_once_key" ON "sync_quarantine" USING btree ("school_id","device_id","op_id","hash");--> statement-breakpoint
CREATE INDEX "sync_quarantine_device_idx" ON "sync_quarantine" USING btree ("school_id","device_id");--> statement-breakpoint
CREATE POLICY "attempts_tenant" ON "attempts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sessions_tenant" ON "sessions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "users_tenant" ON "users" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "categories_tenant" ON "categories" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "items_tenant" ON "items" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "modifier_groups_tenant" ON "modifier_groups" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "account_balances_tenant" ON "account_balances" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "account_entries_tenant" ON "account_entries" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "customers_tenant" ON "customers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "device_alerts_tenant" ON "device_alerts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "devices_tenant" ON "devices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "pairing_codes_tenant" ON "pairing_codes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sites_tenant" ON "sites" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "tills_tenant" ON "tills" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "cash_movements_tenant" ON "cash_movements" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "pos_exceptions_tenant" ON "pos_exceptions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sale_lines_tenant" ON "sale_lines" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sale_voids_tenant" ON "sale_voids" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sales_tenant" ON "sales" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "shifts_tenant" ON "shifts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "tenders_tenant" ON "tenders" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "school_versions_tenant" ON "school_versions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "schools_tenant" ON "schools" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "schools_directory" ON "schools" AS PERMISSIVE FOR SELECT TO "app_directory" USING (true);--> statement-breakpoint
CREATE POLICY "sync_installs_tenant" ON "sync_installs" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sync_ops_tenant" ON "sync_ops" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sync_quarantine_tenant" ON "sync_quarantine" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sync_streams_tenant" ON "sync_streams" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));