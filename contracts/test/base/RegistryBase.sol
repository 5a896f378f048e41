// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../../src/interfaces/IMinimalForwarder.sol";
import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {ForwardingBase} from "./ForwardingBase.sol";

/// @title A deployed register with one agent in it, and the two ways to send it a call
abstract contract RegistryBase is ForwardingBase {
    /// How a call reaches the register: sent by its author, or signed and paid for by a relayer.
    enum Route {
        Direct,
        Forwarded
    }

    struct Registration {
        address haftungsperson;
        address agentWallet;
        bytes32 constitutionHash;
        bytes32 capabilityHash;
        string operationalScope;
        uint256 parentAgentId;
        bool selfModifying;
    }

    IRegistry internal registry;
    Route internal route;

    Actor internal owner;
    Actor internal regulator;
    Actor internal creator;
    Actor internal haftungsperson;
    Actor internal wallet;
    Actor internal stranger;
    address internal relayer;

    /// A root agent of `creator`, for `wallet`, under `haftungsperson`.
    uint256 internal agentId;
    uint64 internal registeredAt;

    /// @dev Runs the test twice from the same state: nothing may depend on who pays the gas.
    modifier onBothRoutes() {
        uint256 start = vm.snapshotState();
        route = Route.Direct;
        _;
        vm.revertToState(start);
        route = Route.Forwarded;
        _;
    }

    function setUp() public virtual override {
        super.setUp();
        owner = makeActor("owner");
        regulator = makeActor("regulator");
        creator = makeActor("creator");
        haftungsperson = makeActor("haftungsperson");
        wallet = makeActor("wallet");
        stranger = makeActor("stranger");
        relayer = makeActor("relayer").addr;

        vm.startPrank(owner.addr);
        registry = IRegistry(deployArtifact("Registry.sol:Registry", abi.encode(address(forwarder))));
        registry.addRegulator(regulator.addr);
        vm.stopPrank();

        agentId = register(creator, registration());
        registeredAt = uint64(block.timestamp);
        vm.warp(block.timestamp + 1 days);
    }

    /// @dev A registration that succeeds while its wallet is free; tests change what they are about.
    function registration() internal view returns (Registration memory) {
        return Registration({
            haftungsperson: haftungsperson.addr,
            agentWallet: wallet.addr,
            constitutionHash: keccak256("constitution"),
            capabilityHash: keccak256("capabilities"),
            operationalScope: "answers questions about the register",
            parentAgentId: 0,
            selfModifying: false
        });
    }

    function registerCall(Registration memory r) internal pure returns (bytes memory) {
        return abi.encodeCall(
            IRegistry.registerAgent,
            (
                r.haftungsperson,
                r.agentWallet,
                r.constitutionHash,
                r.capabilityHash,
                r.operationalScope,
                r.parentAgentId,
                r.selfModifying
            )
        );
    }

    function register(Actor memory by, Registration memory r) internal returns (uint256) {
        return abi.decode(send(by, registerCall(r)), (uint256));
    }

    /// @dev A child of `parentAgentId`, registered by `creator` for a wallet of its own.
    function registerChild(uint256 parentAgentId, string memory walletName) internal returns (uint256) {
        Registration memory r = registration();
        r.agentWallet = makeActor(walletName).addr;
        r.parentAgentId = parentAgentId;
        return register(creator, r);
    }

    function giveStatus(uint256 id, IRegistry.Status status) internal {
        vm.startPrank(regulator.addr);
        if (status == IRegistry.Status.Suspended) registry.suspendAgent(id, "given");
        if (status == IRegistry.Status.Revoked) registry.revokeAgent(id, "given");
        vm.stopPrank();
        if (status == IRegistry.Status.Terminated) {
            vm.prank(registry.getAgent(id).agentWallet);
            registry.terminateSelf(id);
        }
    }

    /// @dev Has the wallet, which must not have agreed, refuse the record: its agent is then Terminated.
    function releaseByWallet(uint256 id) internal {
        vm.prank(registry.getAgent(id).agentWallet);
        registry.declineAgent(id);
    }

    /// @dev Hands the agent over, whoever its Haftungsperson is.
    function handOver(uint256 id, address to) internal {
        vm.prank(registry.getAgent(id).creator);
        registry.proposeHaftungsperson(id, to);
        bytes32 seen = registry.recordHash(id);
        vm.prank(to);
        registry.acceptHaftungsperson(id, seen);
    }

    /// @dev Has the Haftungsperson agree and propose this wallet.
    function offerWallet(uint256 id, address to) internal {
        vm.startPrank(registry.getAgent(id).haftungsperson);
        registry.confirmAgent(id);
        registry.proposeWallet(id, to);
        vm.stopPrank();
    }

    /// @dev Gives the agent another wallet: the old one is then retired.
    function replaceWallet(uint256 id, address to) internal {
        offerWallet(id, to);
        bytes32 seen = registry.recordHash(id);
        vm.prank(to);
        registry.acceptWallet(id, seen);
    }

    function send(Actor memory by, bytes memory call) internal returns (bytes memory returned) {
        bool accepted;
        (accepted, returned) = trySend(by, call);
        assertTrue(accepted, string.concat("refused: ", string(returned)));
    }

    function trySend(Actor memory by, bytes memory call) internal returns (bool accepted, bytes memory returned) {
        if (route == Route.Direct) {
            vm.prank(by.addr);
            return address(registry).call(call);
        }
        IMinimalForwarder.ForwardRequest memory req = requestOf(by, address(registry), call);
        bytes memory execution = abi.encodeCall(IMinimalForwarder.execute, (req, signRequest(by, req)));
        vm.prank(relayer);
        (accepted, returned) = address(forwarder).call(execution);
        if (accepted) returned = abi.decode(returned, (bytes));
    }
}
