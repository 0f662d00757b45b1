CREATE TABLE "saved_filters" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"is_default" boolean NOT NULL,
	"saved_at" timestamptz NOT NULL,
	CONSTRAINT "saved_filters_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "saved_filters_owner_idx" ON "saved_filters" USING btree ("school_id","owner_id");--> statement-breakpoint
CREATE POLICY "saved_filters_tenant" ON "saved_filters" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));