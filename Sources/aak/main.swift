print("aak")
