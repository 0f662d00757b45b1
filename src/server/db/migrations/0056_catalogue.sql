-- expand: colours of categories; further barcodes, sold out, first and last day, picture of items; prices that begin later;
-- favourites of tills. The release before reads none of it.
CREATE TABLE "item_pictures" (
	"school_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"data" "bytea" NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "item_pictures_school_id_hash_pk" PRIMARY KEY("school_id","hash")
);
--> statement-breakpoint
ALTER TABLE "item_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "item_prices" (
	"school_id" uuid NOT NULL,
	"valid_from" text NOT NULL,
	"item_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	CONSTRAINT "item_prices_school_id_valid_from_item_id_pk" PRIMARY KEY("school_id","valid_from","item_id")
);
--> statement-breakpoint
ALTER TABLE "item_prices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "till_favourites" (
	"school_id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"item_ids" uuid[] NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "till_favourites_school_id_till_id_pk" PRIMARY KEY("school_id","till_id")
);
--> statement-breakpoint
ALTER TABLE "till_favourites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "hue" integer;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "more_barcodes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "sold_out_on" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "available_from" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "available_until" text;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "item_prices" ADD CONSTRAINT "item_prices_school_id_item_id_items_school_id_id_fk" FOREIGN KEY ("school_id","item_id") REFERENCES "public"."items"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_prices_item_idx" ON "item_prices" USING btree ("school_id","item_id");--> statement-breakpoint
CREATE POLICY "item_pictures_tenant" ON "item_pictures" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "item_prices_tenant" ON "item_prices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "till_favourites_tenant" ON "till_favourites" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
