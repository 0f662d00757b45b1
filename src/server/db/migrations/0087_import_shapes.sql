-- expand: how a school matched the columns of its files, and online top-ups
CREATE TABLE "import_shapes" (
	"school_id" uuid NOT NULL,
	"shape" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"saved_at" timestamptz NOT NULL,
	"saved_by" uuid NOT NULL,
	CONSTRAINT "import_shapes_school_id_shape_pk" PRIMARY KEY("school_id","shape")
);
--> statement-breakpoint
ALTER TABLE "import_shapes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_intents" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
CREATE POLICY "import_shapes_tenant" ON "import_shapes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
