import AttributionProgram

Program.main()
