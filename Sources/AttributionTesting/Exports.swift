// The product as one import: fixtures and the simulator.
@_exported import AttributionFixtures
@_exported import AttributionSimulator
