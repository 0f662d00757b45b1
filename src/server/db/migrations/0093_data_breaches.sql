-- expand: a register of data breaches
CREATE TABLE "data_breaches" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"happened" text NOT NULL,
	"data_kinds" text[] NOT NULL,
	"people" integer,
	"risk" text NOT NULL,
	"measures" text NOT NULL,
	"discovered_at" timestamptz NOT NULL,
	"authority_at" timestamptz,
	"authority_ref" text NOT NULL,
	"families_at" timestamptz,
	"closed_at" timestamptz,
	"revision" integer NOT NULL,
	"changed_at" timestamptz NOT NULL,
	"by_user" uuid NOT NULL,
	CONSTRAINT "data_breaches_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "data_breaches_risk_check" CHECK ("data_breaches"."risk" in ('low', 'high'))
);
--> statement-breakpoint
ALTER TABLE "data_breaches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "data_breaches_tenant" ON "data_breaches" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
